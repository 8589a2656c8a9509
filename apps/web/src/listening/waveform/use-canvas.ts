import { useLayoutEffect, useState } from 'react'
import type { Canvas } from './waveform-path.ts'

/** The drawing area of an element; null until it is visible. Follows resizing. */
export function useCanvas(element: { readonly current: HTMLElement | null }): Canvas | null {
  const [canvas, setCanvas] = useState<Canvas | null>(null)
  useLayoutEffect(() => {
    const current = element.current
    if (!current) return
    const measure = () => {
      const { left, width, height } = current.getBoundingClientRect()
      const ratio = window.devicePixelRatio
      const inset = Math.ceil(left * ratio) / ratio - left
      setCanvas(last => {
        if (width === 0) return last
        const same =
          last?.width === width && last.height === height && last.ratio === ratio && last.inset === inset
        return same ? last : { width, height, ratio, inset }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    // Moving to another screen or zooming changes the pixel ratio without a resize.
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element])
  return canvas
}
