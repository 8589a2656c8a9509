import { SESSION_USE_MS } from '@refrain/contract/account/session'
import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { useId } from 'react'
import { Initial } from '../../account/initial.tsx'
import { UserPicture } from '../../account/user-picture.tsx'
import { formatDistance, formatSize } from '../../administration/format-facts.ts'
import { GridCell, GridRow } from '../../ui/grid/grid-parts.tsx'
import { MoreButton } from '../../ui/menus/more-button.tsx'
import type { OpenMenu } from '../../ui/menus/use-options-menu.tsx'

interface Props {
  readonly index: number
  readonly person: Person
  /** Whether it is the administrator themselves. */
  readonly isOwn: boolean
  readonly isOpen: boolean
  readonly onMenu: OpenMenu<Person>
}

/** One account: who it is, what it may do, when it was last used. */
export function PersonRow({ index, person, isOwn, isOpen, onMenu }: Props) {
  const id = useId()
  const { name, email, isAdministrator, isDisabled } = person
  return (
    <GridRow
      index={index}
      className={`flex items-center gap-3 border-t border-line py-3 ${isDisabled ? 'text-quiet' : ''}`}
    >
      <span className="grid size-10 flex-none place-items-center rounded-full bg-overlay font-bold uppercase">
        <UserPicture user={person} sizes="40px" className="size-full">
          <Initial name={name} />
        </UserPicture>
      </span>
      <GridCell className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi id={id} className="truncate font-semibold">
            {name}
          </bdi>
          {isOwn && <Badge>{administrationTexts.you}</Badge>}
          {isAdministrator && <Badge>{administrationTexts.administrator}</Badge>}
          {isDisabled && <Badge>{administrationTexts.disabled}</Badge>}
        </p>
        <p className="truncate text-sm text-quiet">{email}</p>
        <p className="text-xs text-quiet">{describeUse(person, isOwn)}</p>
      </GridCell>
      <GridCell className="contents">
        <MoreButton
          open={isOpen}
          describedBy={id}
          onPress={event => onMenu(event, event.currentTarget, person)}
          className="flex-none"
        />
      </GridCell>
    </GridRow>
  )
}

function Badge({ children }: { readonly children: string }) {
  return (
    <span className="rounded-full bg-overlay px-2 py-0.5 text-xs font-semibold text-text">{children}</span>
  )
}

function describeUse({ lastUsedAt, createdAt, storage }: Person, isOwn: boolean): string {
  return [
    administrationTexts.joined({ time: formatDistance(createdAt) }),
    isOwn ? administrationTexts.hereNow : describeLastUse(lastUsedAt),
    ...(storage > 0 ? [administrationTexts.pictures({ size: formatSize(storage) })] : []),
  ].join(' · ')
}

/** Says no more than the service knows: somebody who is here now may have been noted an hour ago. */
function describeLastUse(lastUsedAt: string | null): string {
  if (lastUsedAt === null) return administrationTexts.neverHere
  if (Date.now() - Date.parse(lastUsedAt) < SESSION_USE_MS) return administrationTexts.hereLately
  return administrationTexts.lastUsed({ time: formatDistance(lastUsedAt) })
}
