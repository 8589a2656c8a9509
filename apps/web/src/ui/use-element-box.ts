import { useLayoutEffect, useState } from 'react'

/** How wide an element is, and where it begins in the document; known before the first paint. */
export function useElementBox(element: { readonly current: HTMLElement | null }): {
  readonly width: number
  readonly top: number
} {
  const [box, setBox] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const current = element.current
    if (!current) return
    const measure = () => {
      const { width, top } = current.getBoundingClientRect()
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
