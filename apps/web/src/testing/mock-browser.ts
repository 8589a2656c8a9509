import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// Long timeouts, because loading and rendering a page takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 30_000 })

/** Adds what jsdom lacks: an 800 px wide layout, media queries that never match, idle observers, and dialogs. */
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
    show(this: HTMLDialogElement) {
      this.open = true
    },
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  const box = new DOMRect(0, 0, 800, 600)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([box] as unknown as DOMRectList)
}

/**
 * Caches computed styles by tag name and the few attributes that matter: tests load no style sheets. jsdom matches all
 * rules of its default style sheet on each call, which takes a third of the time of queries by role.
 */
function cacheComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()
  vi.stubGlobal('getComputedStyle', (element: HTMLElement) => {
    const kind = ['hidden', 'open', 'type', 'style'].map(name => element.getAttribute(name) ?? '-')
    const key = `${element.localName} ${kind.join(' ')}`
    const style = known.get(key) ?? compute(element)
    known.set(key, style)
    return style
  })
}
