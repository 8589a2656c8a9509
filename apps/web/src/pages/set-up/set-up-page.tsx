import { signupForm } from '@refrain/contract/account/forms'
import { type SetUp, type SetUpChoice, setUpVariables } from '@refrain/contract/administration/set-up'
import type { GuestMode, SignUpMode } from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { administrationTexts } from '@refrain/messages/en/administration'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { AccountFields } from '../../account/account-fields.tsx'
import { useSignedIn } from '../../account/session.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { failureText } from '../../administration/administer.ts'
import { OpenSignUpNote } from '../../administration/open-sign-up-note.tsx'
import { setUp, setUpQuery } from '../../administration/set-up.ts'
import { guestOptions, signUpOptions } from '../../administration/setting-choices.ts'
import { CallError } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Section } from '../account/section.tsx'
import { PageBody } from '../components/page-body.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { FolderPicker } from './folder-picker.tsx'

type Music = 'own' | 'sample' | 'none'

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
      {asksForCode && (
        <Section title={setUpTexts.code} text={setUpTexts.codeText}>
          <div className="-mb-4">
            <FormField
              label={setUpTexts.codeField}
              name="code"
              type="text"
              maxLength={textLimits.setUpCode.max}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={event => setCode(event.target.value)}
              errors={{}}
            />
          </div>
        </Section>
      )}
      <Section title={administrationTexts.service} {...fixedText(isFixed('serviceName'), 'serviceName')}>
        {!isFixed('serviceName') && (
          <div className="-mb-4">
            <FormField
              label={administrationTexts.serviceName}
              name="serviceName"
              type="text"
              maxLength={textLimits.serviceName.max}
              autoComplete="off"
              placeholder={PRODUCT_NAME}
              value={serviceName}
              onChange={event => setServiceName(event.target.value)}
              errors={{}}
            />
          </div>
        )}
      </Section>
      <Section title={setUpTexts.account} text={setUpTexts.accountText}>
        <div className="-mb-4">
          <AccountFields errors={errors} />
        </div>
      </Section>
      <Section title={setUpTexts.music} {...fixedText(isFixed('music'), 'music')}>
        {!isFixed('music') && (
          <Radios
            label={setUpTexts.music}
            name="music"
            value={music}
            onChange={setMusic}
            options={musicOptions(isFixed('sample'))}
          />
        )}
        {!isFixed('music') && music === 'own' && (
          <FolderPicker code={code} path={folder} onChange={setFolder} />
        )}
      </Section>
      <Section title={administrationTexts.guests} {...fixedText(isFixed('guests'), 'guests')}>
        {!isFixed('guests') && (
          <Radios
            label={administrationTexts.guests}
            name="guests"
            value={guests}
            onChange={setGuests}
            options={guestOptions()}
          />
        )}
        <OpenSignUpNote guests={guests} signUp={signUp} />
      </Section>
      <Section title={administrationTexts.signUp} {...fixedText(isFixed('signUp'), 'signUp')}>
        {!isFixed('signUp') && (
          <Radios
            label={administrationTexts.signUp}
            name="signUp"
            value={signUp}
            onChange={setSignUp}
            options={signUpOptions()}
          />
        )}
      </Section>
      <SubmitButton busy={busy}>{setUpTexts.finish}</SubmitButton>
      {toast}
    </form>
  )
}

/** Texts are read within functions, after the language has been loaded. */
const musicOptions = (isSampleFixed: boolean) =>
  [
    ...(isSampleFixed ? [] : [['sample', setUpTexts.sampleMusic] as const]),
    ['none', setUpTexts.noMusic] as const,
    ['own', setUpTexts.ownMusic] as const,
  ] satisfies (readonly [Music, string])[]

/** Says where a choice comes from that cannot be made here. */
const fixedText = (isFixed: boolean, choice: SetUpChoice) =>
  isFixed ? { text: administrationTexts.fromEnvironment({ variable: setUpVariables[choice] }) } : {}
