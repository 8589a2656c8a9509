import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { DeleteAccountDialog } from '../../account/delete-account-dialog.tsx'
import { useLogout } from '../../account/use-leave.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { ImportArchiveButton } from './import-archive-button.tsx'
import { EmailSection } from './keys/email-section.tsx'
import { ListensSection } from './listens-section.tsx'
import { NameForm } from './name-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { Section } from './section.tsx'

/** The Account tab: picture, name, data export, and deletion of listens or the account. */
export function AccountPanel({ user }: { readonly user: User }) {
  const leave = useLogout()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ProfilePicture user={user} />
      <Section title={accountTexts.changeName}>
        <NameForm user={user} />
      </Section>
      <EmailSection user={user} />
      <Section title={accountTexts.yourData} text={accountTexts.yourDataText}>
        <div className="flex flex-wrap gap-3">
          <ArchiveButton />
          <ImportArchiveButton />
        </div>
      </Section>
      <ListensSection />
      <Section title={accountTexts.deleteMyAccount} text={accountTexts.deleteAccountText}>
        <button type="button" className="button button-grave" onClick={() => setAsking(true)}>
          {accountTexts.deleteMyAccount}
        </button>
      </Section>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={leave} />}
    </>
  )
}

/** Downloads everything the service knows about the listener. Failures are only logged. */
function ArchiveButton() {
  const [busy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    try {
      const { downloadArchive } = await import('./data-archive.ts')
      await downloadArchive()
    } catch (error) {
      console.error('Could not create the archive.', error)
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className="button"
      onClick={busy ? undefined : () => void download()}
    >
      {busy ? <Spinner /> : <Download aria-hidden className="size-5" />}
      {accountTexts.downloadMyData}
    </button>
  )
}
