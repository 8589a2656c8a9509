import { useLayoutEffect, useState } from 'react'

/** Lists are all of the same width, so that one that is drawn again has its true length at once. */
let lastWidth = 0

/** How wide an element is, and where it begins in the document; known before the first paint. */
export function useElementBox(element: { readonly current: HTMLElement | null }): {
  readonly width: number
  readonly top: number
} {
  const [box, setBox] = useState({ width: lastWidth, top: 0 })
  useLayoutEffect(() => {
    const current = element.current
    if (!current) return
    const measure = () => {
      const { width, top } = current.getBoundingClientRect()
      lastWidth = width
      setBox(last => {
        const next = { width, top: top + window.scrollY }
        return last.width === next.width && last.top === next.top ? last : next
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return box
}
