import type { PlaylistFileOfCollection } from '@refrain/contract/administration/playlist-files'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../../account/session.ts'
import { changePlaylistOwner } from '../../../../administration/administer.ts'
import { peopleQuery } from '../../../../administration/administration-queries.ts'

interface Props {
  readonly file: PlaylistFileOfCollection
  /** Reports a failure. */
  readonly attempt: (work: Promise<unknown>) => void
}

/** Chooses the owner of a playlist: the service, or one of the first listeners. */
export function OwnerChoice({ file: { id, title, owner }, attempt }: Props) {
  const { data } = useInfiniteQuery(peopleQuery(useToken(), ''))
  const people = (data?.pages.flatMap(page => page.people) ?? []).filter(person => person.id !== owner?.id)
  return (
    <select
      className="min-h-11 max-w-full rounded-panel border border-line bg-raised px-2 text-text"
      aria-label={collectionTexts.ownerOf({ name: title })}
      value={owner?.id ?? ''}
      onChange={event => attempt(changePlaylistOwner(id, event.currentTarget.value || null))}
    >
      <option value="">{collectionTexts.theService}</option>
      {owner && <option value={owner.id}>{owner.name}</option>}
      {people.map(person => (
        <option key={person.id} value={person.id}>
          {person.name}
        </option>
      ))}
    </select>
  )
}
