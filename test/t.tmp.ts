import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { createUnits } from "../src/units/registry.ts";
import { convert, toSI, fromSI, sameDimension } from "../src/units/convert.ts";
import { readDocument } from "../src/catalog/document.ts";
const r = readDocument("_units.yaml", readFileSync("catalog/_units.yaml","utf8"), {bytes: 1<<20});
if ("finding" in r) { console.log(r.finding); process.exit(1) }
const units = createUnits(r.document.data as never);
console.log(units.size);
const c = (x: number, a: string, b: string) => { try { return convert(x, units.parse(a), units.parse(b)) } catch (e) { return (e as Error).message } };
console.log(c(1,'in','cm'), c(5,'km/h','m/s'), c(100,'°C','°F'), c(20,'°C','K'), c(10,'Δ°C','°C'), c(235.214583,'mpg','L/100km'), c(1,'N*m','J'), c(5,'min/km','km/h'), c(1,'rpm','Hz'), c(500,'ppm','%'), c(1,'kWh','J'), c(3,'{egg}','{person}'), c(1,'Gy','Sv'), c(60,'mL/(min*1.73m^2)','mL/(min*1.73m^2)'), c(1,'foo','m'), c(1,'μg/dL','ng/mL'), c(1, 'Mibit', 'B'), c(2,'m²·s⁻¹','St'), c(1,'kWh/100km', 'J/m'), c(1,'W/(m^2*K)','BTU/(h*ft^2*°F)'), c(12,'currency/month','currency/year'));
// compounds must equal the product of atoms
const file = r.document.data as any; let bad = 0;
import { parseProduct } from "../src/units/product.ts";
for (const [k, q] of Object.entries<any>(file.quantities)) for (const text of Object.keys(q.units)) { if (!/[*/^]/.test(text)) continue; const u = units.parse(text); const p = parseProduct(text, (w) => units.parse(w)); const rel = Math.abs(p.factor / u.factor - 1); const dim = Object.fromEntries(Object.entries(u.dimension).filter(([b]) => !b.startsWith('only'))); if (rel > 1e-12 || !sameDimension(p.dimension, dim as any)) { bad++; console.log('BAD', k, text, u.factor, p.factor, p.dimension, u.dimension); } }
console.log('compounds bad', bad);
