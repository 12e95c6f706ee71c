<?php
// PHP's imap extension against mailsimd.
$at = '{127.0.0.1:' . getenv('IMAP_PORT') . '/imap/notls}';
$m = imap_open($at . 'INBOX', 'second@ours.test', 'second-secret') or exit(1);
function check(string $what, bool $ok): void {
    if (!$ok) {
        fwrite(STDERR, "$what: " . json_encode(imap_errors()) . "\n");
        exit(1);
    }
}
$mail = "From: Ann <a@b.test>\r\nSubject: =?UTF-8?B?SGkg4pyT?=\r\nMessage-ID: <php@b.test>\r\nMIME-Version: 1.0\r\n" .
    "Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n" .
    "--x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<b>h=3D</b>\r\n--x--\r\n";
check('create', imap_createmailbox($m, $at . 'PHP') && imap_createmailbox($m, $at . 'PHP2') && count(imap_list($m, $at, 'PHP*')) == 2);
check('append', imap_append($m, $at . 'PHP', $mail, '\\Seen') && imap_append($m, $at . 'PHP', $mail));
check('open', imap_reopen($m, $at . 'PHP') && imap_num_msg($m) == 2 && imap_status($m, $at . 'PHP', SA_UNSEEN)->unseen == 1);
check('header', imap_headerinfo($m, 1)->message_id == '<php@b.test>');
check('overview', array_map(fn($o) => $o->seen, imap_fetch_overview($m, '1:2')) == [1, 0]);
check('structure', imap_fetchstructure($m, 1)->parts[1]->encoding == ENCQUOTEDPRINTABLE);
check('body', imap_fetchbody($m, 1, '1') == 'plain' && imap_fetchbody($m, 2, '2', FT_PEEK) == '<b>h=3D</b>');
check('search', imap_search($m, 'SUBJECT "✓" UNSEEN', SE_UID, 'UTF-8') == [2]);
check('thread', count(imap_thread($m)) > 0);
check('flags', imap_setflag_full($m, '2', '\\Flagged $Kw') && imap_clearflag_full($m, '1', '\\Seen'));
check('move', imap_mail_copy($m, '1', 'PHP2') && imap_mail_move($m, '2', 'PHP2') && imap_expunge($m) && imap_num_msg($m) == 1);
check('rename', imap_renamemailbox($m, $at . 'PHP2', $at . 'PHP3') && imap_status($m, $at . 'PHP3', SA_MESSAGES)->messages == 2);
check('delete', imap_reopen($m, $at . 'INBOX') && imap_deletemailbox($m, $at . 'PHP') && imap_deletemailbox($m, $at . 'PHP3'));
imap_close($m);
