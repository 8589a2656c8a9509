import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface MenuAction {
  /** Distinguishes entries with the same label. */
  readonly key?: string
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void | Promise<void>
  /** Label shown for a moment after success, if nothing else shows it. */
  readonly done?: string
  /** Secondary text beside the label. */
  readonly note?: string
  /** Shown whatever somebody looks for. */
  readonly isAlwaysShown?: boolean
}

export interface SubMenu {
  readonly label: string
  readonly icon: LucideIcon
  readonly entries: readonly MenuAction[]
  /** Label of the field that finds entries, which sheets show above many. */
  readonly finder?: string
}

/** A sub-menu of options, one of which is chosen. */
export interface MenuChoice {
  readonly label: string
  readonly icon: LucideIcon
  /** The current value, beside the label. */
  readonly value: string
  readonly options: readonly string[]
  /** Undefined if the current value is none of the options. */
  readonly chosen: string | undefined
  readonly onChoose: (option: string) => void
}

/** Entries that a component builds from data it fetches. */
export interface DynamicEntries {
  readonly label: string
  readonly render: (renderEntries: RenderEntries) => ReactNode
}

export type MenuEntry = MenuAction | SubMenu | MenuChoice | DynamicEntries
export type RenderEntries = (entries: readonly MenuEntry[]) => ReactNode
