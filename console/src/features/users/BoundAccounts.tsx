import type { User } from '@waystation/contract/user'
import { useText } from '~/i18n'
import { FormSection, GitHubIcon, IdCardIcon, LinuxDoIcon, MailIcon, TelegramIcon, WeChatIcon } from '~/ui/kit'
import './users.css'

/** The accounts elsewhere that a user logs in with; only they can change them. */
export function BoundAccounts({ user }: { readonly user: User }) {
  const t = useText()
  const accounts = [
    { name: t('user.email'), icon: <MailIcon />, value: user.email },
    { name: 'GitHub', icon: <GitHubIcon />, value: user.github_id },
    { name: 'OIDC', icon: <IdCardIcon />, value: user.oidc_id },
    { name: 'LinuxDO', icon: <LinuxDoIcon />, value: user.linux_do_id },
    { name: t('user.weChat'), icon: <WeChatIcon />, value: user.wechat_id },
    { name: 'Telegram', icon: <TelegramIcon />, value: user.telegram_id },
  ]
  return (
    <FormSection title={t('user.bound')} aside={<span className="text3 users-bound-note">{t('user.boundNote')}</span>} columns={1}>
      <dl className="users-bound">
        {accounts.map(({ name, icon, value }) => (
          <div key={name}>
            <dt>
              {icon}
              {name}
            </dt>
            <dd>{value === '' ? <span className="text3">{t('user.notBound')}</span> : value}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  )
}
