import type { MouseEvent } from 'react'

/** Whether a click comes from a finger or pen. Browsers whose clicks have no type of pointer are judged by their device. */
export function isTouch({ nativeEvent }: MouseEvent): boolean {
  const { pointerType } = nativeEvent as Partial<PointerEvent>
  if (pointerType === undefined) return matchMedia('(pointer: coarse)').matches
  return pointerType === 'touch' || pointerType === 'pen'
}
