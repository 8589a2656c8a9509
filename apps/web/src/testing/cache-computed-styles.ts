import { vi } from 'vitest'

/**
 * Tests load no style sheet: how an element looks hangs on its name and a few attributes alone. jsdom matches
 * every rule of a browser's own sheet for each element that is asked about, for a third of the time of a test
 * that looks for roles; here it does so once for each kind of element.
 */
export function cacheComputedStyles(): void {
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
