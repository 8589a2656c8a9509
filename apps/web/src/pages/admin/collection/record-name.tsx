import type { PicturedRecord } from '@refrain/contract/administration/catalogue-pictures'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

interface Props {
  readonly record: PicturedRecord
  readonly name: string
  /** The artist of an album; '' for an artist. */
  readonly artist: string
}

/** The name of an album or artist, as a link to its page. */
export function RecordName({ record: { kind, id }, name, artist }: Props) {
  return (
    <div className="min-w-0 grow">
      <Link
        to={kind === 'albums' ? paths.album(id) : paths.artist(id)}
        className="inline-flex min-h-6 max-w-full items-center font-semibold hover:underline"
      >
        <bdi className="truncate">{name}</bdi>
      </Link>
      {artist !== '' && <p className="truncate text-sm text-quiet">{artist}</p>}
    </div>
  )
}
