import { configure } from '@testing-library/react'
import { vi } from 'vitest'
import { cacheComputedStyles } from './cache-computed-styles.ts'

// However busy the machine is: a page's code is fetched and drawn in its own time.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 30_000 })

/**
 * What jsdom lacks of a browser: a layout of 800 px, media queries that all fail, observers that see nothing,
 * dialogs that open and close.
 */
export function mockBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('scrollTo', () => {})
  cacheComputedStyles()
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600))
}
