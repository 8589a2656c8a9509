import { signupForm } from '@refrain/contract/account/forms'
import type { SetUp, SetUpChoice } from '@refrain/contract/administration/set-up'
import type { GuestMode, SignUpMode } from '@refrain/contract/administration/settings'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { AccountFields } from '../../account/account-fields.tsx'
import { useSignedIn } from '../../account/session.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { failureText } from '../../administration/administer.ts'
import { setUp, setUpQuery } from '../../administration/set-up.ts'
import { CallError } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Section } from '../account/section.tsx'
import { PageBody } from '../components/page-body.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { AccessSections, CodeSection, type Music, MusicSection, NameSection } from './set-up-sections.tsx'

/** The set-up of a new service. */
export function Component() {
  useDocumentTitle(titles.setUp)
  const linkCode = useLinkCode()
  const { data } = useQuery(setUpQuery)
  if (useSignedIn()) return <Navigate to={paths.home()} replace />
  return (
    <PageBody className="py-6">
      <div className="mx-auto max-w-160">
        <PageHeading>{setUpTexts.title({ product: PRODUCT_NAME })}</PageHeading>
        <p className="mt-2 mb-4 text-quiet">{setUpTexts.text}</p>
        {data && <SetUpForm key={linkCode} state={data} linkCode={linkCode} />}
      </div>
    </PageBody>
  )
}

/** The code of the link that the start prints, or ''. Taken out of the address, so that it does not stay in the history. */
function useLinkCode(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(hash.slice(1)).get('code') ?? ''
  const [code, setCode] = useState(given)
  useEffect(() => {
    if (given === '') return
    setCode(given)
    void navigate(pathname, { replace: true })
  }, [given, navigate, pathname])
  return code
}

interface FormProps {
  readonly state: SetUp
  readonly linkCode: string
}

function SetUpForm({ state, linkCode }: FormProps) {
  const { showError, toast } = useErrorToast()
  const isFixed = (choice: SetUpChoice) => state.fixed.includes(choice)
  const [code, setCode] = useState(linkCode)
  // The link of an earlier start has an old one.
  const [asksForCode, setAsksForCode] = useState(linkCode === '')
  const [music, setMusic] = useState<Music>(isFixed('sample') ? 'none' : 'sample')
  const [folder, setFolder] = useState<string | null>(null)
  const [serviceName, setServiceName] = useState(state.serviceName)
  const [signUp, setSignUp] = useState<SignUpMode>(state.signUp)
  const [guests, setGuests] = useState<GuestMode>(state.guests)
  const { form, errors, busy } = useForm(signupForm, async account => {
    if (music === 'own' && folder === null) return showError(setUpTexts.noFolder)
    try {
      await setUp({
        ...account,
        code,
        ...(music === 'own' && folder !== null && { music: folder }),
        ...(!isFixed('sample') && { sample: music !== 'none' }),
        ...(!isFixed('serviceName') && { serviceName: serviceName.trim() }),
        ...(!isFixed('signUp') && { signUp }),
        ...(!isFixed('guests') && { guests }),
      })
    } catch (error) {
      if (error instanceof CallError && error.status === 403) setAsksForCode(true)
      showError(failureText(error, setUpTexts.failed))
    }
  })
  return (
    <form {...form} className="grid gap-4">
      {asksForCode && <CodeSection value={code} onChange={setCode} />}
      <NameSection fixed={state.fixed} value={serviceName} onChange={setServiceName} />
      <Section title={setUpTexts.account} text={setUpTexts.accountText}>
        {/* Each error has its place below its field, apart from the next label and the edge. */}
        <div className="-mb-2 grid gap-2">
          <AccountFields errors={errors} />
        </div>
      </Section>
      <MusicSection
        fixed={state.fixed}
        {...{ code, music, folder }}
        onMusic={setMusic}
        onFolder={setFolder}
      />
      <AccessSections fixed={state.fixed} {...{ guests, signUp }} onGuests={setGuests} onSignUp={setSignUp} />
      <SubmitButton busy={busy}>{setUpTexts.finish}</SubmitButton>
      {toast}
    </form>
  )
}
