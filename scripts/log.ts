// The log on standard error: one JSON object a line for programs, or lines of text for people. It never contains an
// input, a key or a query.

import type { Kernel } from "formulary";
import { pino } from "pino";
import type { Configuration } from "./configuration.ts";

type Level = "info" | "warn" | "error";
const levels = ["info", "warn", "error", "silent"];

/** The log of a server. */
export interface Log {
  log: Kernel["log"];
  /** Writes one line for an answered request. */
  request: (request: { method: string; route: string; status: number; milliseconds: number; id: string }) => void;
}

/** Opens the log. */
export function createLog({ logLevel, logFormat }: Pick<Configuration, "logLevel" | "logFormat">): Log {
  const write = logFormat === "json" ? jsonLines(logLevel) : textLines(logLevel);
  return {
    log: (level, message, about = {} as { requestId: string }) => write(level, message, about),
    request: ({ method, route, status, milliseconds, id }) => {
      const rounded = Math.round(milliseconds * 10) / 10;
      if (logFormat === "json") write("info", "request", { method, route, status, milliseconds: rounded, requestId: id });
      else write("info", `${method} ${route} ${status} ${rounded} ms ${id}`, {});
    },
  };
}

type Write = (level: Level, message: string, about: object) => void;

function jsonLines(level: Configuration["logLevel"]): Write {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: "message",
  };
  // Synchronous: otherwise the last lines before an exit, which explain it, would be lost.
  const logger = pino(options, pino.destination({ fd: 2, sync: true }));
  return (each, message, about) => logger[each](about, message);
}

function textLines(level: Configuration["logLevel"]): Write {
  return (each, message) => {
    if (levels.indexOf(each) >= levels.indexOf(level)) process.stderr.write(`${new Date().toISOString()} ${each} ${escaped(message)}\n`);
  };
}

/** Escapes control characters: a message may contain text of a catalogue file, which must not forge lines. */
function escaped(message: string): string {
  return message.replace(/\p{Cc}/gu, (letter) => (letter === "\n" ? "\n  " : `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`));
}
