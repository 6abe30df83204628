// Cyclic redundancy checks of any width up to 128 bits, bit by bit as the model of R. Williams (1993) defines them.
import type { Functions, Value } from "formulary";
import { didYouMean, entry, failArgument, failFormula, failText, isList, quoted, wholeNumber } from "formulary/functions";
import { type CrcModel, crcAliases, crcModels } from "./crc-models.ts";

/** The bytes of a text in UTF-8, or a list of bytes. */
export function bytesOf(value: Value, name: string): number[] {
  if (typeof value === "string") return [...new TextEncoder().encode(value)];
  if (!isList(value)) failArgument(name, "a text or a list of bytes", value);
  return value.map((byte) => wholeNumber(byte, name, [0, 255]));
}

function modelOf(name: string): CrcModel {
  const known = name.trim().toUpperCase();
  const model = crcModels.get(crcAliases.get(known) ?? known);
  if (model) return model;
  const names = [...crcModels.keys(), ...crcAliases.keys()];
  return failText(`${quoted(name)} is no CRC of the catalogue, such as CRC-16/MODBUS or CRC-32.${didYouMean(known, names)}`);
}

/** A number, or a text of hexadecimal digits, that fits into a number of bits. */
function bitsOf(value: Value, what: string, width: number): bigint {
  const digits = typeof value === "string" ? /^(?:0x)?([0-9a-f]{1,32})$/i.exec(value.trim())?.[1] : undefined;
  if (typeof value === "string" && digits === undefined)
    failText(`${what} is a text of hexadecimal digits such as "0x1021", not ${quoted(value)}.`);
  const bits = digits === undefined ? BigInt(wholeNumber(value, what, [0])) : BigInt(`0x${digits}`);
  return bits < 1n << BigInt(width) ? bits : failFormula(`${what} does not fit into ${width} bits.`);
}

const isTrue = (value: Value, what: string): boolean => (typeof value === "boolean" ? value : failArgument(what, "true or false", value));

function ownModel(
  [width = "", polynomial, init = 0, reflectIn = false, reflectOut = reflectIn, xorOut = 0]: Value[],
  name: string,
): CrcModel {
  const bits = wholeNumber(width, `The width of ${name}`, [1, 128]);
  if (polynomial === undefined) failFormula(`${name} with a width needs a polynomial: ${name}(data, 16, "1021").`);
  return {
    width: bits,
    polynomial: bitsOf(polynomial, `The polynomial of ${name}`, bits),
    init: bitsOf(init, `The initial value of ${name}`, bits),
    reflectIn: isTrue(reflectIn, `reflectIn of ${name}(…)`),
    reflectOut: isTrue(reflectOut, `reflectOut of ${name}(…)`),
    xorOut: bitsOf(xorOut, `The final XOR of ${name}`, bits),
  };
}

function readModel(parameters: Value[], name: string): CrcModel {
  if (typeof parameters[0] !== "string") return ownModel(parameters, name);
  if (parameters.length > 1) failFormula(`${name} takes the name of a CRC, or its width and polynomial, not both.`);
  return modelOf(parameters[0]);
}

/** The register after all bytes: up to 32 bits as a number, where operators are fast. */
function narrowRegister(bytes: number[], { width, polynomial, init, reflectIn }: CrcModel): bigint {
  const [top, mask, divisor] = [width - 1, 2 ** width - 1, Number(polynomial) | 0];
  let register = Number(init) | 0;
  for (const byte of bytes)
    for (let at = 0; at < 8; at++) {
      const bit = (byte >>> (reflectIn ? at : 7 - at)) & 1;
      register = (((register >>> top) & 1) ^ bit ? (register << 1) ^ divisor : register << 1) & mask;
    }
  return BigInt(register >>> 0);
}

function wideRegister(bytes: number[], { width, polynomial, init, reflectIn }: CrcModel): bigint {
  const [top, mask] = [BigInt(width - 1), (1n << BigInt(width)) - 1n];
  let register = init;
  for (const byte of bytes)
    for (let at = 0; at < 8; at++) {
      const bit = BigInt((byte >>> (reflectIn ? at : 7 - at)) & 1);
      const shifted = (register << 1n) & mask;
      register = (register >> top) ^ bit ? shifted ^ polynomial : shifted;
    }
  return register;
}

/** The check value of some bytes. */
function checkOf(data: Value, parameters: Value[], name: string): { check: bigint; width: number } {
  const model = readModel(parameters, name);
  const { width, reflectOut, xorOut } = model;
  const bytes = bytesOf(data, name);
  const register = width <= 32 ? narrowRegister(bytes, model) : wideRegister(bytes, model);
  const text = register.toString(2).padStart(width, "0");
  return { check: (reflectOut ? BigInt(`0b${[...text].reverse().join("")}`) : register) ^ xorOut, width };
}

function crc(data: Value, ...parameters: Value[]): number {
  const { check, width } = checkOf(data, parameters, "crc");
  return width <= 53 ? Number(check) : failFormula(`crc gives ${width} bits, more than a number holds exactly (53): crcHex writes them.`);
}

function crcHex(data: Value, ...parameters: Value[]): string {
  const { check, width } = checkOf(data, parameters, "crcHex");
  return check
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(width / 4), "0");
}

/** Eight turns for each byte: a tenth of a microsecond, or with wide registers more than one. */
function cost(data: Value, first: Value): number {
  const bytes = typeof data === "string" ? data.length * 2 : isList(data) ? data.length : 0;
  const width = typeof first === "string" ? (/^\s*crc-(\d+)/i.exec(first)?.[1] ?? 0) : first;
  // an unknown name is compared with all that are known
  const unknown = typeof first === "string" && !/^\s*crc-/i.test(first) ? 5000 : 0;
  return 4 + unknown + bytes * (Number(width) > 32 ? 4 : 1);
}

const parameters = "polynomial? init? reflectIn? reflectOut? xorOut?";
const means =
  "of a text in UTF-8 or of a list of bytes: by a name of the catalogue of parametrised CRC algorithms (CRC-16/MODBUS, CRC-32/ISCSI), or by width, polynomial without its highest bit, initial value (0), whether input and output are reflected (false; output as input), and final XOR (0). Texts are hexadecimal.";

/** Functions that compute cyclic redundancy checks. */
export const crcFunctions: Functions = {
  crc: {
    ...entry(
      `data model ${parameters}`,
      `The cyclic redundancy check of up to 53 bits, as a whole number, ${means}`,
      ['crc("123456789", 16, "8005", "FFFF", true)', 19255],
      "count",
      crc,
    ),
    cost,
  },
  crcHex: {
    ...entry(
      `data model ${parameters}`,
      `The cyclic redundancy check of up to 128 bits, in hexadecimal digits, ${means}`,
      ['crcHex("123456789", "CRC-64/XZ")', "995DC9BBDF1939FA"],
      "text",
      crcHex,
    ),
    cost,
  },
};
