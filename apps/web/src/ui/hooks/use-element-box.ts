import { useLayoutEffect, useState } from 'react'

/** Last measured width by kind, so that an element that is mounted again has its size from the first render. */
const lastWidth = new Map<string, number>()

/**
 * An element's width and its offset in the document, measured before the first paint and on every resize.
 * @param kind elements of one kind are assumed to be equally wide until they are measured
 * @param enabled false avoids the layout that measuring forces
 */
export function useElementBox(
  element: { readonly current: HTMLElement | null },
  kind: string,
  enabled = true,
): {
  readonly width: number
  readonly top: number
} {
  const [box, setBox] = useState({ width: lastWidth.get(kind) ?? 0, top: 0 })
  useLayoutEffect(() => {
    const current = element.current
    if (!current || !enabled) return
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
  }, [element, kind, enabled])
  return box
}
