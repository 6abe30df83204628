// What V8 is told before anything else is loaded; measured by `npm run bench` (list, memory, POST).
import { setFlagsFromString } from "node:v8";

// During warm-up V8 may decide to allocate objects of Node's HTTP in the old space, where they keep each other alive.
setFlagsFromString("--no-allocation-site-pretenuring");
// A small heap may grow fourfold before a full collection; a catalogue makes much garbage and keeps little.
setFlagsFromString("--heap-growing-percent=25");
