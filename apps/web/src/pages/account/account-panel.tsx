import type { User } from '@refrain/contract/account/user'
import { useState } from 'react'
import { DeleteAccountDialog } from '../../account/delete-account-dialog.tsx'
import { useLogout } from '../../account/use-leave.ts'
import { ArchiveButton } from './archive-button.tsx'
import { NameForm } from './name-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { Section } from './section.tsx'

/** The Account tab: picture, name, data export and account deletion. */
export function AccountPanel({ user }: { readonly user: User }) {
  const leave = useLogout()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ProfilePicture user={user} />
      <Section title="Change name">
        <NameForm user={user} />
      </Section>
      <Section title="Your data" text="Everything the service knows about you, in one archive.">
        <ArchiveButton />
      </Section>
      <Section title="Delete account" text="Permanently deletes your account and all your data.">
        <button type="button" className="button button-grave" onClick={() => setAsking(true)}>
          Delete account
        </button>
      </Section>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={leave} />}
    </>
  )
}
