// Cyclic redundancy checks against the check values of the catalogue of parametrised CRC algorithms: those of the text 123456789.
import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { crcModels } from "../../plugins/functions-text/crc-models.ts";
import { evaluate } from "../language/evaluate.ts";

const run = (source: string, values: Record<string, Value> = {}) => evaluate(source, values);

const checks = `
CRC-3/GSM 4
CRC-3/ROHC 6
CRC-4/G-704 7
CRC-4/INTERLAKEN B
CRC-5/EPC-C1G2 00
CRC-5/G-704 07
CRC-5/USB 19
CRC-6/CDMA2000-A 0D
CRC-6/CDMA2000-B 3B
CRC-6/DARC 26
CRC-6/G-704 06
CRC-6/GSM 13
CRC-7/MMC 75
CRC-7/ROHC 53
CRC-7/UMTS 61
CRC-8/AUTOSAR DF
CRC-8/BLUETOOTH 26
CRC-8/CDMA2000 DA
CRC-8/DARC 15
CRC-8/DVB-S2 BC
CRC-8/GSM-A 37
CRC-8/GSM-B 94
CRC-8/HITAG B4
CRC-8/I-432-1 A1
CRC-8/I-CODE 7E
CRC-8/LTE EA
CRC-8/MAXIM-DOW A1
CRC-8/MIFARE-MAD 99
CRC-8/NRSC-5 F7
CRC-8/OPENSAFETY 3E
CRC-8/ROHC D0
CRC-8/SAE-J1850 4B
CRC-8/SMBUS F4
CRC-8/TECH-3250 97
CRC-8/WCDMA 25
CRC-10/ATM 199
CRC-10/CDMA2000 233
CRC-10/GSM 12A
CRC-11/FLEXRAY 5A3
CRC-11/UMTS 061
CRC-12/CDMA2000 D4D
CRC-12/DECT F5B
CRC-12/GSM B34
CRC-12/UMTS DAF
CRC-13/BBC 04FA
CRC-14/DARC 082D
CRC-14/GSM 30AE
CRC-15/CAN 059E
CRC-15/MPT1327 2566
CRC-16/ARC BB3D
CRC-16/CDMA2000 4C06
CRC-16/CMS AEE7
CRC-16/DDS-110 9ECF
CRC-16/DECT-R 007E
CRC-16/DECT-X 007F
CRC-16/DNP EA82
CRC-16/EN-13757 C2B7
CRC-16/GENIBUS D64E
CRC-16/GSM CE3C
CRC-16/IBM-3740 29B1
CRC-16/IBM-SDLC 906E
CRC-16/ISO-IEC-14443-3-A BF05
CRC-16/KERMIT 2189
CRC-16/LJ1200 BDF4
CRC-16/M17 772B
CRC-16/MAXIM-DOW 44C2
CRC-16/MCRF4XX 6F91
CRC-16/MODBUS 4B37
CRC-16/NRSC-5 A066
CRC-16/OPENSAFETY-A 5D38
CRC-16/OPENSAFETY-B 20FE
CRC-16/PROFIBUS A819
CRC-16/RIELLO 63D0
CRC-16/SPI-FUJITSU E5CC
CRC-16/T10-DIF D0DB
CRC-16/TELEDISK 0FB3
CRC-16/TMS37157 26B1
CRC-16/UMTS FEE8
CRC-16/USB B4C8
CRC-16/XMODEM 31C3
CRC-17/CAN-FD 04F03
CRC-21/CAN-FD 0ED841
CRC-24/BLE C25A56
CRC-24/FLEXRAY-A 7979BD
CRC-24/FLEXRAY-B 1F23B8
CRC-24/INTERLAKEN B4F3E6
CRC-24/LTE-A CDE703
CRC-24/LTE-B 23EF52
CRC-24/OPENPGP 21CF02
CRC-24/OS-9 200FA5
CRC-30/CDMA 04C34ABF
CRC-31/PHILIPS 0CE9E46C
CRC-32/AIXM 3010BF7F
CRC-32/AUTOSAR 1697D06A
CRC-32/BASE91-D 87315576
CRC-32/BZIP2 FC891918
CRC-32/CD-ROM-EDC 6EC2EDC4
CRC-32/CKSUM 765E7680
CRC-32/ISCSI E3069283
CRC-32/ISO-HDLC CBF43926
CRC-32/JAMCRC 340BC6D9
CRC-32/MEF D2C22F51
CRC-32/MPEG-2 0376E6E7
CRC-32/XFER BD0BE338
CRC-40/GSM D4164FC646
CRC-64/ECMA-182 6C40DF5F0B497347
CRC-64/GO-ISO B90956C775A41001
CRC-64/MS 75D4B74F024ECEEA
CRC-64/REDIS E9C6D914C4B8D9CA
CRC-64/WE 62EC59E3F1A4F00A
CRC-64/XZ 995DC9BBDF1939FA
CRC-82/DARC 09EA83F625023801FD612`;
const rows = checks
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [name: string, check: string]);

describe("every algorithm of the catalogue", () => {
  it.each(rows)("%s gives %s", (name, check) => {
    expect(run('crcHex("123456789", name)', { name })).toBe(check);
  });
  it("has its check value here", () => {
    expect(rows.map(([name]) => name)).toEqual([...crcModels.keys()]);
  });
});

describe("crc", () => {
  it.each<[string, Value]>([
    ['crc("123456789", "CRC-32") == crc32("123456789")', true],
    ['crc("123456789", "crc-16/modbus")', 0x4b37],
    ['crc("123456789", 16, "0x8005", 65535, true)', 0x4b37],
    ['crc("123456789", 16, 32773, "ffff", true, true, "FFFF")', 0xb4c8],
    ['crc("123456789", 12, "80F", 0, false, true)', 0xdaf],
    ['crcHex("123456789", 64, "42F0E1EBA9EA3693")', "6C40DF5F0B497347"],
    ['crc([49, 50, 51, 52, 53, 54, 55, 56, 57], "CRC-16/XMODEM")', 0x31c3],
    ['crc("", "CRC-16/MODBUS")', 0xffff],
    ["crc([], 8, 7)", 0],
    ['crc("é", "CRC-32")', 0x0e048d3e], // Python: binascii.crc32
    ["crc([1, 1], 1, 1)", 0], // parity
    ["crc([1, 3], 1, 1)", 1],
    ["crc([255], 53, 5)", 0x303],
  ])("%s", (source, expected) => {
    expect(run(source)).toEqual(expected);
  });
  it.each([
    ['crc("a", "CRC-16/MODBUZ")', '"CRC-16/MODBUZ" is no CRC of the catalogue, such as CRC-16/MODBUS or CRC-32.'],
    ['crc("a", "CRC-64/XZ")', "crc gives 64 bits, more than a number holds exactly (53): crcHex writes them."],
    ['crc("a", 16)', 'crc with a width needs a polynomial: crc(data, 16, "1021").'],
    ['crc("a", "CRC-32", 7)', "crc takes the name of a CRC, or its width and polynomial, not both."],
    ['crc("a", 8, "107")', "The polynomial of crc does not fit into 8 bits."],
    ['crc("a", 8, "xyz")', 'The polynomial of crc is a text of hexadecimal digits such as "0x1021", not "xyz".'],
    ['crc("a", 8, 7, 256)', "The initial value of crc does not fit into 8 bits."],
    ['crc("a", 8, 7, 0, 1)', "reflectIn of crc(…) must be true or false, not 1."],
    ['crc("a", 0, 7)', "The width of crc must be a whole number from 1 to 128, not 0."],
    ['crc("a", 8, -7)', "The polynomial of crc must be a whole number from 0, not -7."],
    ['crc([256], "CRC-32")', "crc needs a whole number from 0 to 255, not 256."],
    ['crc([0 / 0], "CRC-32")', "crc needs a whole number from 0 to 255, not NaN (0 / 0, …)."],
    ['crc(5, "CRC-32")', "crc needs a text or a list of bytes, not 5."],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
  it("of wide registers counts its steps", () => {
    const data = Array.from({ length: 9999 }, () => 1);
    const sum = Array.from({ length: 7 }, (_, at) => `characterCount(crcHex(data, 64, ${at}))`).join(" + ");
    expect(() => run(sum, { data })).toThrow("more than 100,000 steps");
  });
});
