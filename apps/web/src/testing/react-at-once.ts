/**
 * React does its work in turns, and a test that sees what it has shown may act before the effects of that are done:
 * what a page follows, it follows only then. Here nothing comes between its turns.
 */
const { setImmediate } = globalThis
globalThis.setImmediate = ((turn: () => void) => queueMicrotask(turn)) as typeof setImmediate
await import('scheduler')
globalThis.setImmediate = setImmediate
