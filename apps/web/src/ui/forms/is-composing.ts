import type { KeyboardEvent } from 'react'

/** Whether a key belongs to an input method, such as for Japanese. Safari tells it of the last key only by its code. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229
