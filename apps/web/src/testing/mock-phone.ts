import { vi } from 'vitest'
import { BELOW_NAV, BELOW_PLAYER } from '../ui/hooks/use-media-query.ts'

/** Makes the window as narrow as a phone. Call it after `mockBrowser` and before anything asks for the width. */
export function mockPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === BELOW_NAV || query === BELOW_PLAYER,
    addEventListener() {},
    removeEventListener() {},
  }))
}
