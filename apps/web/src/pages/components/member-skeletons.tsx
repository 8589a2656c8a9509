import { AccountSkeleton } from '../account/account-skeleton.tsx'
import { OwnPlaylistSkeleton } from '../playlist/own-playlist.tsx'
import { CardGridSkeleton } from './card-grid.tsx'
import { PageBody } from './page-body.tsx'

// Placeholders of the members' pages while the session is unknown.

export function LibrarySkeleton() {
  return (
    <PageBody className="pt-6 pb-10">
      <HeadingSkeleton />
      <CardGridSkeleton />
    </PageBody>
  )
}

export const PlaylistSkeleton = OwnPlaylistSkeleton

export function ProfileSkeleton() {
  return (
    <PageBody className="py-6">
      <div className="mx-auto max-w-160">
        <HeadingSkeleton />
        <AccountSkeleton />
      </div>
    </PageBody>
  )
}

export function AdminSkeleton() {
  return (
    <PageBody className="py-6">
      <div className="mx-auto max-w-220">
        <HeadingSkeleton />
        <AccountSkeleton />
      </div>
    </PageBody>
  )
}

function HeadingSkeleton() {
  return <div className="mt-2 mb-4 h-8 w-48 animate-pulse-slow rounded-small bg-skeleton" />
}
