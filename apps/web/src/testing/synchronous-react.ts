import { vi } from 'vitest'

/**
 * React does its work in turns, and a test that sees what it has shown may act before the effects of that are done:
 * what a page follows, it follows only then. Here nothing comes between its turns.
 */
vi.stubGlobal('setImmediate', queueMicrotask)
await import('scheduler')
vi.unstubAllGlobals()
