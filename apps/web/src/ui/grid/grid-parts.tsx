import type { ComponentProps } from 'react'

/** The element that `useGrid` manages. No table: rows of virtual lists are positioned one by one. */
export function Grid(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: the role is complete, and the focus is on the controls in its cells
  return <div role="grid" {...props} />
}

interface RowProps extends ComponentProps<'div'> {
  /** From 0, in the whole list. */
  readonly index: number
}

/** A row of a grid. */
export function GridRow({ index, ...props }: RowProps) {
  // biome-ignore lint/a11y: as above
  return <div role="row" aria-rowindex={index + 1} {...props} />
}

/** A cell of a row, with at most one control or text and a link. */
export function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: as above
  return <div role="gridcell" {...props} />
}
