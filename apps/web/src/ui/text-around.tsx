import type { ReactNode } from 'react'

/** Stands for the element within the text. */
const PLACE = '\u0000'

interface Props {
  /** Makes the text around the element that it gets. */
  readonly text: (element: string) => string
  readonly children: ReactNode
}

/** A text with an element in it, wherever the language puts it. */
export function TextAround({ text, children }: Props) {
  const [before, after] = text(PLACE).split(PLACE)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
