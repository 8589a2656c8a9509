import { vi } from 'vitest'

/**
 * Makes React's scheduler use microtasks. Otherwise a test may see a rendered page and act before its effects have run,
 * such as those that add event listeners.
 */
vi.stubGlobal('setImmediate', queueMicrotask)
await import('scheduler')
vi.unstubAllGlobals()
