import type { ComponentProps } from 'react'
import { PictureButton } from './picture-button.tsx'
import { RecordName } from './record-name.tsx'

/** A link to an album or artist, with a button for another picture. */
export function PicturedRow(props: ComponentProps<typeof RecordName>) {
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-3">
      <RecordName {...props} />
      <PictureButton record={props.record} name={props.name} />
    </li>
  )
}
