import type { User } from '@refrain/contract/account/user'
import { pictureAddress, pictureSources } from '@refrain/contract/media/picture-address'
import { type ReactNode, useState } from 'react'
import { backend } from '../api/backend.ts'

interface Props {
  readonly user: Pick<User, 'id' | 'picturePath'>
  /** As in `<img sizes>`. */
  readonly sizes: string
  readonly className?: string
  /** Shown if there is no picture, or it does not load. */
  readonly children?: ReactNode
}

/** A listener's round picture: the address that the sign-in provider gave, or an uploaded file. */
export function UserPicture({ user, sizes, className = '', children }: Props) {
  const [failed, setFailed] = useState('')
  const { id: ownerId, picturePath } = user
  if (picturePath === '' || picturePath === failed) return children
  const of = { owner: 'user', ownerId, picturePath } as const
  const source = isAddress(picturePath)
    ? { src: picturePath }
    : { src: pictureAddress(of, 256, 'webp', backend), srcSet: pictureSources(of, 'webp', backend), sizes }
  return (
    <img
      {...source}
      alt=""
      // For privacy; and Google serves some pictures only without a referrer.
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(picturePath)}
      className={`aspect-square rounded-full object-cover ${className}`}
    />
  )
}

/** Names of uploaded files have no colon. */
const isAddress = (picturePath: string) => /^https?:/.test(picturePath)
