import { CallError } from '~/api/call-error'
import { askText, Banner, Button, confirm, EmptyState, ErrorState, KeyIcon, NoMatchIcon, ProgressBar, SkeletonLines, toast } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 900))

export default function Feedback() {
  const say = useSay()
  return (
    <>
      <Specimen part="Banner">
        <Banner tone="amber">{say('Tokens cannot limit quota precisely.', '令牌额度并非精确上限。')}</Banner>
        <Banner tone="blue" action={<Button size="small">{say('Log in', '去登录')}</Button>}>
          {say('Your session has ended.', '你的登录已失效。')}
        </Banner>
        <Banner tone="red">
          {say(
            'The vendor refused the key: it was revoked on its own page, or it belongs to another project. Make a new one there.',
            '上游拒绝了密钥：它可能已在上游控制台吊销，或属于其他项目。请在上游重新创建。',
          )}
        </Banner>
      </Specimen>
      <Toasts />
      <Dialogs />
      <Specimen part="ProgressBar">
        <ProgressBar label={say('Test channels', '测试渠道')} done={31} total={48} onStop={() => undefined} />
      </Specimen>
      <Specimen part="EmptyState">
        <EmptyState
          icon={<KeyIcon />}
          title={say('No tokens yet', '还没有令牌')}
          text={say('Programs call models with a token.', '程序凭令牌调用模型。')}
          action={<Button kind="primary">{say('New token', '新建令牌')}</Button>}
        />
        <EmptyState
          icon={<NoMatchIcon />}
          title={say('No match', '没有符合的结果')}
          action={<Button>{say('Clear all', '全部清除')}</Button>}
        />
      </Specimen>
      <Specimen part="ErrorState">
        <ErrorState error={failureOf(say)} onRetry={soon} />
        <ErrorState error={new CallError({ message: '', code: 'no_permission', status: 403 })} />
      </Specimen>
      <Specimen part="Skeleton" text={say('Bars at the final size.', '占位条与最终尺寸一致。')}>
        <div data-stays>
          <SkeletonLines count={4} />
        </div>
      </Specimen>
    </>
  )
}

const failureOf = (say: Say) =>
  new CallError({
    message: say('The database is busy, please retry.', '数据库繁忙，请稍后再试。'),
    code: 'unknown',
    status: 503,
    requestId: 'req_01JQ8W4M7T',
  })

function Toasts() {
  const say = useSay()
  return (
    <Specimen part="toast" text={say('Ctrl/Cmd Z is the undo of the newest.', 'Ctrl/Cmd Z 撤销最近一次操作。')}>
      <div className="wraps">
        <Button onClick={() => toast.done(say('Channel bedrock-us-east: 0.91 s', '渠道 bedrock-us-east：0.91 s'))}>
          {say('Done', '成功')}
        </Button>
        <Button onClick={() => toast.failed(say('Could not save', '未能保存'), { label: say('Again', '再试'), run: () => undefined })}>
          {say('Failed', '失败')}
        </Button>
        <Button onClick={() => toast.warn(say('Too many calls at once', '并发调用过多'))}>{say('Warning', '警告')}</Button>
        <Button onClick={() => toast.info(say('Your session ends in five minutes', '登录将在五分钟后失效'))}>{say('Info', '提示')}</Button>
        <Button onClick={() => toast.undo(say('Token “ci-review” is off', '令牌“ci-review”已停用'), soon)}>
          {say('With an undo', '可撤销')}
        </Button>
        <Button
          onClick={() =>
            toast.undo(say('Token “nightly” is off', '令牌“nightly”已停用'), async () => {
              await soon()
              throw failureOf(say)
            })
          }
        >
          {say('Undo fails', '撤销失败')}
        </Button>
      </div>
    </Specimen>
  )
}

function Dialogs() {
  const say = useSay()
  return (
    <Specimen part="confirm, askText">
      <div className="wraps">
        <Button
          onClick={() =>
            confirm({
              title: say('Remove token “ci-review”?', '移除令牌“ci-review”？'),
              text: say('Programs that use it stop at once.', '使用它的程序将立即停止工作。'),
              isDanger: true,
            })
          }
        >
          {say('Question…', '询问…')}
        </Button>
        <Button
          onClick={() =>
            askText({
              title: say('Tag 3 channels', '为 3 个渠道设置标签'),
              label: say('Name of the tag', '标签名'),
              hint: say('Nothing removes it.', '留空则移除。'),
              yes: say('Set', '设置'),
              choices: ['azure-eu', 'azure-us'],
              check: (text) => (text === 'x' ? say('Too short', '太短') : undefined),
            })
          }
        >
          {say('A line of text…', '一行文字…')}
        </Button>
      </div>
    </Specimen>
  )
}
