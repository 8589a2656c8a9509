import { vi } from 'vitest'

/**
 * Mocks a browser that has MediaSource, which jsdom lacks.
 * @param connection what it tells about the network; nothing by default
 * @param playsOpus whether it plays other qualities than the original
 */
export function mockStreaming(connection?: object, playsOpus = true): void {
  vi.stubGlobal('MediaSource', { isTypeSupported: () => playsOpus })
  vi.stubGlobal(
    'SourceBuffer',
    class {
      changeType() {}
    },
  )
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
}
