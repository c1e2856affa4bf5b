import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { removeTitle, type EditedTitle } from '#contract/console/title-editing.ts';
import { particleOf } from '#contract/rules/particles.ts';
import { call } from '../lib/client.ts';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Field } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';

/** Removes a title that viewers have never seen; its name must be typed. Of another title, says why it stays. */
export function RemoveTitle({ title }: { title: EditedTitle }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const name = String(title.fields['name']);
  const remove = useMutation({
    mutationFn: () => call(removeTitle, { params: { id: String(title.id) } }),
    onSuccess: () => {
      window.location.hash = '#/titles';
      queries.removeQueries({ queryKey: ['titles', String(title.id)] });
      void queries.invalidateQueries({ queryKey: ['titles', 'list'] });
      toast(`${name}: 지웠어요.`);
    },
  });
  if (!title.is_removable)
    return (
      <section className="card-row">
        <p className="muted">
          공개했거나 예약한 작품은 지울 수 없어요. 주문, 시청 기록, 별점이 이 작품을 가리켜요. 내리면 아무에게도 보이지
          않아요.
        </p>
      </section>
    );
  return (
    <section className="card-row">
      <p className="muted">공개한 적이 없는 작품이라 지울 수 있어요.</p>
      <Button className="button" onPress={() => setAsking(true)}>
        작품 지우기
      </Button>
      {isAsking && (
        <Sheet title={`${name} 지우기`} isOpen onClose={() => setAsking(false)}>
          <SheetForm
            save={remove}
            isBlocked={typed.trim() !== name}
            verb="지우기"
            isDangerous
            onSubmit={() => remove.mutate()}
            onClose={() => setAsking(false)}
          >
            <p className="prose">
              회차 <strong>{title.episodes.length}개</strong>, 상품 <strong>{title.products.length}개</strong>와 이
              작품의 그림을 함께 지워요. 되돌릴 수 없어요. 영상은 미디어에 남아요.
            </p>
            <Field
              label={`작품 이름 "${name}"${particleOf(name, '을/를')} 그대로 써 주세요`}
              value={typed}
              onChange={setTyped}
              isRequired
              autoFocus
            />
          </SheetForm>
        </Sheet>
      )}
    </section>
  );
}
