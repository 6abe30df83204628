// The log on standard error: one JSON object a line for programs, or lines for people. No input, key or query is ever in it.

import type { Kernel } from "formulary";
import { pino } from "pino";
import type { Configuration } from "./configuration.ts";

type Level = "info" | "warn" | "error";
const levels = ["info", "warn", "error", "silent"];

export interface Log {
  log: Kernel["log"];
  /** One line for a request that was answered. */
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
  // synchronous: the last words before an exit are the ones that matter
  const logger = pino(options, pino.destination({ fd: 2, sync: true }));
  return (each, message, about) => logger[each](about, message);
}

function textLines(level: Configuration["logLevel"]): Write {
  return (each, message) => {
    if (levels.indexOf(each) >= levels.indexOf(level)) process.stderr.write(`${new Date().toISOString()} ${each} ${oneEntry(message)}\n`);
  };
}

/** A message that can neither look like two entries nor speak to a terminal: it may hold words of a catalogue file. */
function oneEntry(message: string): string {
  return message.replace(/\p{Cc}/gu, (letter) => (letter === "\n" ? "\n  " : `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`));
}
