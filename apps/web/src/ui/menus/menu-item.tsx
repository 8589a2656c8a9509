import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import { useLayer } from '../layers/use-layer.ts'
import type { MenuAction, MenuChoice, MenuEntry, SubMenu } from './menu-entry.ts'
import { useMenuAction } from './use-menu-action.ts'

/** Too narrow for a menu and its sub-menu side by side. */
const NARROW = '(max-width: 39.9375rem)'
/** Places the sub-menu over the menu, below its entry. */
const OVER_MENU = { sideOffset: -208, alignOffset: 44 }

interface Props<Entry> {
  readonly entry: Entry
  /** The element that sub-menus are rendered into. */
  readonly container: HTMLElement
  readonly onClose: () => void
}

export function MenuItem({ entry, container, onClose }: Props<MenuEntry>) {
  if ('render' in entry)
    return entry.render(entries =>
      entries.map(each => <MenuItem key={each.label} entry={each} container={container} onClose={onClose} />),
    )
  if (!('entries' in entry || 'options' in entry)) return <Action entry={entry} onClose={onClose} />
  return (
    <Sub entry={entry} container={container}>
      {'options' in entry ? (
        <Options choice={entry} />
      ) : (
        entry.entries.map(action => (
          <Action key={action.key ?? action.label} entry={action} onClose={onClose} />
        ))
      )}
    </Sub>
  )
}

/** Radix opens it after 100 ms of hovering and gives the pointer 300 ms to reach it. */
function Sub({
  entry: { label, icon: Icon, ...more },
  container,
  children,
}: Omit<Props<SubMenu | MenuChoice>, 'onClose'> & { readonly children: ReactNode }) {
  const narrow = useMediaQuery(NARROW)
  const [open, setOpen] = useState(false)
  // Beside the menu it comes and goes with the pointer.
  useLayer(() => setOpen(false), { open: open && narrow === true })
  return (
    <DropdownMenu.Sub open={open} onOpenChange={setOpen}>
      <DropdownMenu.SubTrigger className="menu-item">
        <Icon aria-hidden />
        <span className="flex-none">{label}</span>
        {'value' in more && <span className="tabular ml-auto truncate text-quiet">{more.value}</span>}
        <ChevronRight aria-hidden className={'value' in more ? '-ml-1.5' : 'ml-auto'} />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.SubContent
          {...(narrow ? OVER_MENU : { sideOffset: 2, alignOffset: -5 })}
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

function Action({ entry: { label, icon, note, ...action }, onClose }: Omit<Props<MenuAction>, 'container'>) {
  const { isDone, select } = useMenuAction(action, onClose)
  const Icon = isDone ? Check : icon
  return (
    <DropdownMenu.Item
      className="menu-item"
      onSelect={event => {
        if (select()) event.preventDefault()
      }}
    >
      <Icon aria-hidden />
      <bdi className="truncate">{isDone ? action.done : label}</bdi>
      {note && !isDone && <span className="ml-auto flex-none text-xs text-quiet">{note}</span>}
    </DropdownMenu.Item>
  )
}
