import { useLayoutEffect, useState } from 'react'

/** Lists of one kind are of the same width, so that one that is drawn again has its true length at once. */
const lastWidth = new Map<string, number>()

/**
 * How wide an element is, and where it begins in the document; known before the first paint. Before it is
 * measured it is taken to be as wide as the last one of its `kind`.
 * @param wanted whether anybody asks: to measure makes the browser lay out the page
 */
export function useElementBox(
  element: { readonly current: HTMLElement | null },
  kind: string,
  wanted = true,
): {
  readonly width: number
  readonly top: number
} {
  const [box, setBox] = useState({ width: lastWidth.get(kind) ?? 0, top: 0 })
  useLayoutEffect(() => {
    const current = element.current
    if (!current || !wanted) return
    const measure = () => {
      const { width, top } = current.getBoundingClientRect()
      lastWidth.set(kind, width)
      setBox(last => {
        const next = { width, top: top + window.scrollY }
        return last.width === next.width && last.top === next.top ? last : next
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, kind, wanted])
  return box
}
