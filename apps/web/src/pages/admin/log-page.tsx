import type { AdministrativeAction, AuditEntry } from '@refrain/contract/administration/audit'
import type { LiveSettingName } from '@refrain/contract/administration/settings'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { serviceLogTexts } from '@refrain/messages/en/administration/service-log'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { titles } from '@refrain/messages/en/titles'
import { formatInstant } from '@refrain/messages/language'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../account/session.ts'
import { auditQuery } from '../../administration/administration-queries.ts'
import { nameJob } from '../../administration/name-job.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Section } from '../account/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { ServiceLog } from './service-log.tsx'

/** Warnings and errors of the service, and what administrators did. */
export function Component() {
  useDocumentTitle(titles.log)
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(auditQuery(useToken()))
  if (!data && error) throw error
  const entries = data?.pages.flatMap(page => page.entries)
  return (
    <AdminFrame>
      <ServiceLog />
      <Section title={serviceLogTexts.actions} text={administrationTexts.logText}>
        {entries === undefined && <Spinner className="size-6" />}
        {entries?.length === 0 && <p className="text-quiet">{administrationTexts.nothingLogged}</p>}
        <ol className="grid grid-cols-[minmax(0,1fr)]">
          {entries?.map(entry => (
            <li key={entry.id} className="border-t border-line py-2">
              <p className="[overflow-wrap:anywhere]">{describeEntry(entry)}</p>
              <time dateTime={entry.at} className="tabular text-sm text-quiet">
                {formatInstant(Date.parse(entry.at))}
              </time>
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <button
            type="button"
            className="button mt-3"
            aria-disabled={isFetching || undefined}
            onClick={() => void fetchNextPage()}
          >
            {administrationTexts.showMore}
          </button>
        )}
      </Section>
    </AdminFrame>
  )
}

function describeEntry({ action, actor, serviceKey, person, detail }: AuditEntry): string {
  const program = serviceKey === null ? null : administrationTexts.program({ name: serviceKey })
  const by = { actor: program ?? actor ?? administrationTexts.deletedAccount }
  const about = { ...by, person: person ?? administrationTexts.deletedAccount }
  const texts: Record<AdministrativeAction, () => string> = {
    madeAdministrator: () => administrationTexts.madeAdministratorAction(about),
    madeListener: () => administrationTexts.madeListenerAction(about),
    disabled: () => administrationTexts.disabledAction(about),
    enabled: () => administrationTexts.enabledAction(about),
    signedOut: () => administrationTexts.signedOutAction(about),
    // Older entries have no name.
    deleted: () =>
      administrationTexts.deletedAction({ ...by, person: detail || administrationTexts.anAccount }),
    madeResetLink: () => administrationTexts.madeResetLinkAction(about),
    turnedOffTotp: () => administrationTexts.turnedOffTotpAction(about),
    madeServiceKey: () => administrationTexts.madeServiceKeyAction({ ...by, name: detail }),
    deletedServiceKey: () => administrationTexts.deletedServiceKeyAction({ ...by, name: detail }),
    deletedAppPasswords: () => administrationTexts.deletedAppPasswordsAction(by),
    invited: () => administrationTexts.invitedAction(by),
    invitationDeleted: () => administrationTexts.invitationDeletedAction(by),
    setUp: () => setUpTexts.setUpAction(by),
    changedSetting: () => administrationTexts.changedSettingAction({ ...by, detail: nameSetting(detail) }),
    scanned: () => collectionTexts.scannedAction(by),
    addedFolder: () => collectionTexts.addedFolderAction({ ...by, path: detail }),
    removedFolder: () => collectionTexts.removedFolderAction({ ...by, path: detail }),
    forgot: () => collectionTexts.forgotAction(by),
    pausedJob: () => collectionTexts.pausedAction({ ...by, job: nameJob(detail) }),
    resumedJob: () => collectionTexts.resumedAction({ ...by, job: nameJob(detail) }),
    startedJob: () => collectionTexts.startedJobAction({ ...by, job: nameJob(detail) }),
    uploadedPicture: () => collectionTexts.uploadedPictureAction({ ...by, name: detail }),
    removedPicture: () => collectionTexts.removedPictureAction({ ...by, name: detail }),
    changedPlaylistOwner: () => collectionTexts.changedPlaylistOwnerAction({ ...by, name: detail }),
    removedPlaylist: () => collectionTexts.removedPlaylistAction({ ...by, name: detail }),
    restoredPlaylist: () => collectionTexts.restoredPlaylistAction({ ...by, name: detail }),
    startedBackup: () => collectionTexts.backupAction(by),
  }
  return texts[action]()
}

/** A setting as the screens call it. @param name of the setting; a later release may not know it any more */
function nameSetting(name: string): string {
  const names: Record<LiveSettingName, string> = {
    serviceName: administrationTexts.serviceName,
    signUp: administrationTexts.signUp,
    guests: administrationTexts.guests,
    watch: collectionTexts.watch,
    artistsUrl: administrationTexts.artistsUrl,
    chatUrl: administrationTexts.chatUrl,
  }
  return names[name as LiveSettingName] ?? name
}
