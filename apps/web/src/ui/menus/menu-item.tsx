import { Check, ChevronRight, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useMediaQuery } from '../hooks/use-media-query.ts'

export interface MenuAction {
  /** What tells it from others of the same label. */
  readonly key?: string
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void | Promise<void>
  /** What the entry says for a moment once it is done, where nothing else shows it. */
  readonly done?: string
  /** A word beside the label, quieter. */
  readonly note?: string
}

export interface SubMenu {
  readonly label: string
  readonly icon: LucideIcon
  readonly entries: readonly MenuAction[]
}

/** A sub-menu of which one thing is chosen. */
export interface MenuChoice {
  readonly label: string
  readonly icon: LucideIcon
  /** What holds now, beside the label. */
  readonly value: string
  readonly options: readonly string[]
  /** Which of the options holds, where one of them does. */
  readonly chosen: string | undefined
  readonly onChoose: (option: string) => void
}

/** Entries that a component of their own knows: it has them drawn, of what it fetches. */
export interface DynamicEntries {
  readonly label: string
  readonly render: (draw: RenderEntries) => ReactNode
}

/** An entry of a menu: something to do, a sub-menu of such, a choice, or a part that knows its entries. */
export type MenuEntry = MenuAction | SubMenu | MenuChoice | DynamicEntries
export type RenderEntries = (entries: readonly MenuEntry[]) => ReactNode

/** Milliseconds for which a menu shows that something was done. */
const SHOWN_MS = 900
/** Too narrow for a menu and its sub-menu side by side: the sub-menu lies on the menu, under its entry. */
const NARROW = '(max-width: 639px)'
const ONTO_THE_MENU = { sideOffset: -208, alignOffset: 44 }

interface Props<Entry> {
  readonly entry: Entry
  /** Where in the document a sub-menu is put. */
  readonly container: HTMLElement
  readonly onClose: () => void
}

/** One entry of a menu. */
export function MenuItem({ entry, container, onClose }: Props<MenuEntry>) {
  if ('render' in entry)
    return entry.render(entries =>
      entries.map(each => <MenuItem key={each.label} entry={each} container={container} onClose={onClose} />),
    )
  if (!('entries' in entry || 'options' in entry)) return <Act entry={entry} onClose={onClose} />
  return (
    <Sub entry={entry} container={container}>
      {'options' in entry ? (
        <Options choice={entry} />
      ) : (
        entry.entries.map(act => <Act key={act.key ?? act.label} entry={act} onClose={onClose} />)
      )}
    </Sub>
  )
}

/** Opens after 100 ms under a pointer, which has 300 ms to come to it: Radix's own (ROW-24, ROW-25). */
function Sub({
  entry: { label, icon: Icon, ...more },
  container,
  children,
}: Omit<Props<SubMenu | MenuChoice>, 'onClose'> & { readonly children: ReactNode }) {
  const narrow = useMediaQuery(NARROW)
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item">
        <Icon aria-hidden />
        <span className="flex-none">{label}</span>
        {'value' in more && <span className="tabular ml-auto truncate text-quiet">{more.value}</span>}
        <ChevronRight aria-hidden className={'value' in more ? '-ml-1.5' : 'ml-auto'} />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.SubContent
          {...(narrow ? ONTO_THE_MENU : { sideOffset: 2, alignOffset: -5 })}
          collisionPadding={8}
          loop
          className="menu w-48"
        >
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

function Options({ choice: { options, chosen, onChoose } }: { readonly choice: MenuChoice }) {
  return (
    <DropdownMenu.RadioGroup value={chosen ?? ''} onValueChange={onChoose}>
      {options.map(option => (
        <DropdownMenu.RadioItem key={option} value={option} className="menu-item tabular">
          <span className="grid size-4.5 place-items-center">
            <DropdownMenu.ItemIndicator asChild>
              <Check aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          <span>{option}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

function Act({
  entry: { label, icon, onSelect, done, note },
  onClose,
}: Omit<Props<MenuAction>, 'container'>) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])
  const Icon = isDone ? Check : icon
  return (
    <DropdownMenu.Item
      className="menu-item"
      onSelect={event => {
        const doing = onSelect()
        if (!done || !doing) return
        event.preventDefault()
        doing.then(() => setDone(true), onClose)
      }}
    >
      <Icon aria-hidden />
      <bdi className="truncate">{isDone ? done : label}</bdi>
      {note && !isDone && <span className="ml-auto flex-none text-xs text-quiet">{note}</span>}
    </DropdownMenu.Item>
  )
}
