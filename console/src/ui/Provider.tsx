import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../i18n/index.ts'
import { ConfirmHost } from './confirm.tsx'
import { queryClient } from './query-client.ts'
import { nonce } from './style-nonce.ts'
import { Toaster } from './Toaster.tsx'
import { antdTheme } from './theme.ts'
import { useThemeMode } from './theme-mode.ts'

const csp = nonce === '' ? {} : { nonce }

/** Everything that screens of the kit need around them: theme, language, queries, toasts, confirmations. */
export function Provider({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const language = useLanguage()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={theme}
        locale={language === 'zh' ? zhCN : enUS}
        csp={csp}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        virtual
      >
        {children}
        <Toaster />
        <ConfirmHost />
      </ConfigProvider>
    </QueryClientProvider>
  )
}
