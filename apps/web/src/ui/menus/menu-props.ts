import type { ReactNode } from 'react'
import type { MenuEntry } from './menu-entry.ts'

/** Where in the window a menu opens, and the element that gets the focus back. */
export interface MenuAnchor {
  readonly opener: HTMLElement
  readonly x: number
  readonly y: number
  /** Which edge of the menu is at `x`. */
  readonly align: 'start' | 'end'
  /** Opened by the keyboard: the first entry gets the focus. */
  readonly byKey: boolean
}

/** What a menu belongs to, as its sheet shows it. */
export interface MenuSubject {
  readonly title: string
  /** The artist, or what else identifies it. */
  readonly detail?: string
  /** A square picture. */
  readonly picture?: ReactNode
}

export interface MenuProps {
  readonly label?: string
  readonly subject?: MenuSubject | undefined
  /** Utility classes for the width of the popover. */
  readonly width?: string
  readonly anchor: MenuAnchor
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}
