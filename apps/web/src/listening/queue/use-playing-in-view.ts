import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { whenLaidOut } from '../../ui/timing/when-laid-out.ts'
import { watchManualScroll } from '../lyrics/watch-manual-scroll.ts'

interface Rows {
  /** Index of the playing row; -1 if there is none. */
  readonly playing: number
  /** Index of the row at the top when the list opens. */
  readonly first: number
  /** Height of a row in pixels. */
  readonly height: number
}

/**
 * Opens a list of rows at the playing one and keeps that in view, unless the user is elsewhere in the list, by scrolling or by keyboard.
 * @returns set to true when the user goes elsewhere
 */
export function usePlayingInView(
  list: RefObject<HTMLElement | null>,
  { playing, first, height }: Rows,
): { current: boolean } {
  const firstTop = useRef(first * height)
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    return whenLaidOut(box, () => {
      box.scrollTop = firstTop.current
      isPlaced.current = true
    })
  }, [list])

  const left = useRef(false)
  useEffect(() => {
    if (!list.current) return
    return watchManualScroll(list.current, () => {
      left.current = true
    })
  }, [list])
  useEffect(() => {
    const box = list.current
    if (!box || !isPlaced.current || playing < 0 || left.current || box.querySelector(':focus-visible'))
      return
    const top = playing * height
    const isInSight = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight
    if (!isInSight) box.scrollTop = Math.max(0, playing - 1) * height
  }, [list, playing, height])
  return left
}
