import type { PicturedRecord } from '@refrain/contract/administration/catalogue-pictures'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { PictureButton } from './picture-button.tsx'

interface Props {
  readonly record: PicturedRecord
  readonly name: string
  /** The artist of an album; '' for an artist. */
  readonly artist: string
}

/** A link to an album or artist, with a button for another picture. */
export function PicturedRow({ record, name, artist }: Props) {
  const { kind, id } = record
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-3">
      <div className="min-w-0 grow">
        <Link
          to={kind === 'albums' ? paths.album(id) : paths.artist(id)}
          className="inline-flex min-h-6 max-w-full items-center font-semibold hover:underline"
        >
          <bdi className="truncate">{name}</bdi>
        </Link>
        {artist !== '' && <p className="truncate text-sm text-quiet">{artist}</p>}
      </div>
      <PictureButton record={record} name={name} />
    </li>
  )
}
