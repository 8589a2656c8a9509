import { libraryTexts } from '@refrain/messages/en/library'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CirclePlus } from 'lucide-react'
import { useToken } from '../../account/session.ts'
import { keptAlbumIdsQuery } from './kept-albums-query.ts'
import { setKept } from './set-kept.ts'

interface Props {
  readonly albumId: string
  readonly className: string
}

/**
 * The button for members. Invisible until it is known which albums they keep; if that cannot be loaded, the album can
 * still be kept.
 */
export default function KeepToggle({ albumId, className }: Props) {
  const { data, isError } = useQuery({
    ...keptAlbumIdsQuery(useToken()),
    select: ids => ids.includes(albumId),
  })
  const isKept = data ?? (isError ? false : undefined)
  if (isKept === undefined) return <span className={`icon-button ${className}`} />
  const Icon = isKept ? CircleCheck : CirclePlus
  return (
    <button
      type="button"
      aria-label={isKept ? libraryTexts.removeFromLibrary : libraryTexts.addToLibrary}
      data-on={isKept || undefined}
      className={`icon-button like-button ${className}`}
      onClick={() => void setKept(albumId, !isKept)}
    >
      <Icon aria-hidden className="size-6" />
    </button>
  )
}
