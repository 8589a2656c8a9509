import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { lazy, Suspense, useRef, useState } from 'react'
import { Initial } from '../../account/initial.tsx'
import { changePicture, removePicture } from '../../account/update-account.ts'
import { UserPicture } from '../../account/user-picture.tsx'
import { loadPart } from '../../ui/loading/load-part.ts'
import { RemovalDialog } from './removal-dialog.tsx'

const PictureChooser = lazy(() => loadPart(() => import('../../media/upload/picture-chooser.tsx')))

/** The listener's picture, name and email, with controls to change the picture. */
export function ProfilePicture({ user }: { readonly user: User }) {
  const [asking, setAsking] = useState(false)
  const chooser = useRef<HTMLDivElement>(null)
  return (
    <section aria-label={accountTexts.profilePicture} className="rounded-panel bg-raised p-4 sm:p-6">
      <div className="mb-4 flex items-center gap-4">
        <UserPicture user={user} sizes="96px" className="size-24 flex-none bg-neutral-cover">
          <span
            aria-hidden
            className="grid size-24 flex-none place-items-center rounded-full bg-neutral-cover text-2xl font-bold text-on-cover uppercase"
          >
            <Initial name={user.name} />
          </span>
        </UserPicture>
        <div className="min-w-0">
          <bdi className="block text-lg font-bold [overflow-wrap:anywhere]">{user.name}</bdi>
          <p className="text-sm text-quiet [overflow-wrap:anywhere]">{user.email}</p>
        </div>
      </div>
      {/* The line reserved for an error message overlaps the panel's bottom padding. */}
      <div className="-mb-4 has-[.crop-view]:mb-0" ref={chooser}>
        <Suspense fallback={<div className="h-17" />}>
          <PictureChooser
            wrongType={accountTexts.wrongPictureType}
            onPicture={jpeg => changePicture(user.id, jpeg)}
          >
            {user.picturePath !== '' && (
              <button
                type="button"
                aria-label={accountTexts.removePicture}
                className="button"
                onClick={() => setAsking(true)}
              >
                {accountTexts.remove}
              </button>
            )}
          </PictureChooser>
        </Suspense>
      </div>
      {asking && (
        <RemovalDialog
          title={accountTexts.removePictureQuestion}
          text={accountTexts.removePictureWarning}
          label={accountTexts.remove}
          remove={removePicture}
          onClose={() => setAsking(false)}
          onRemoved={() => chooser.current?.querySelector('button')?.focus()}
        />
      )}
    </section>
  )
}
