import type { User } from '@refrain/contract/account/user'
import { pictureAddress, pictureSources } from '@refrain/contract/media/picture-address'
import { type ReactNode, useState } from 'react'
import { backend } from '../api/backend.ts'

interface Props {
  readonly user: Pick<User, '_id' | 'profile_path'>
  /** What the browser needs to choose a file, as in `<img sizes>`. */
  readonly sizes: string
  readonly className?: string
  /** What stands there where there is no picture, or it does not load. */
  readonly children?: ReactNode
}

/** A listener's picture, a circle: the provider's as it is, everything else a file of their folder (MED-06, MED-08, READ-36). */
export function UserPicture({ user, sizes, className = '', children }: Props) {
  const [failed, setFailed] = useState('')
  const { _id: ownerId, profile_path: profilePath } = user
  if (profilePath === '' || profilePath === failed) return children
  const of = { owner: 'user', ownerId, profilePath } as const
  const source = isAddress(profilePath)
    ? { src: profilePath }
    : { src: pictureAddress(of, 256, 'webp', backend), srcSet: pictureSources(of, 'webp', backend), sizes }
  return (
    <img
      {...source}
      alt=""
      // Another house need not hear who listens where; Google gives some pictures only so.
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(profilePath)}
      className={`aspect-square rounded-full object-cover ${className}`}
    />
  )
}

/** No file of ours has a colon in its name. */
const isAddress = (profilePath: string) => /^https?:/.test(profilePath)
