<?php
// Horde's IMAP client against mailsimd: CONDSTORE, QRESYNC, MULTIAPPEND, SORT and
// THREAD, in clear, by STARTTLS and TLS, and what changed between two looks.
error_reporting(E_ALL & ~E_DEPRECATED); // of its own code under a newer PHP
spl_autoload_register(fn($class) => include '/usr/share/php/' . strtr($class, '_\\', '//') . '.php');

use Horde_Imap_Client as C;

function same(string $what, mixed $got, mixed $want): void {
    $got === $want || throw new Exception("$what: " . json_encode($got) . ', not ' . json_encode($want));
}
function login(string $port, string|false $secure): Horde_Imap_Client_Socket {
    return new Horde_Imap_Client_Socket(['username' => 'second@ours.test', 'password' => 'second-secret', 'hostspec' => '127.0.0.1', 'port' => (int) getenv($port),
        'secure' => $secure, 'timeout' => 10, 'cache' => ['backend' => new Horde_Imap_Client_Cache_Backend_Null()],
        'context' => ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]]);
}
$ids = fn(int ...$uids) => new Horde_Imap_Client_Ids($uids);
$mail = fn(int $i) => "From: \"Ä (b)\" <a$i@b.test>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= $i\r\nMessage-ID: <$i@b.test>\r\n" . ($i > 1 ? "In-Reply-To: <1@b.test>\r\n" : '') .
    "Date: Mon, 5 Jan 2026 09:00:0$i +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhallö $i\r\n" .
    "--b\r\nContent-Type: application/octet-stream; name=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n--b--\r\n";
foreach ([['IMAP_PORT', false], ['IMAP_PORT', 'tls'], ['IMAPS_PORT', 'ssl']] as [$port, $secure]) {
    $c = login($port, $secure);
    $c->login();
    same('QRESYNC', $c->capability->isEnabled('QRESYNC'), true);
    [$box, $other] = ['horde Größe', 'horde/other'];
    $c->createMailbox($box, ['special_use' => ['\\Archive']]);
    $c->createMailbox($other);
    $c->subscribeMailbox($box, true);
    $listed = $c->listMailboxes('horde*', C::MBOX_ALL, ['attributes' => true, 'special_use' => true, 'status' => C::STATUS_MESSAGES]);
    same('LIST', array_map(strval(...), array_keys($listed)), ['horde', $other, $box]);
    same('SPECIAL-USE', $listed[$box]['attributes'], ['\\hasnochildren', '\\archive']);
    $new = fn(int $i) => ['data' => $mail($i), 'flags' => $i === 2 ? ['\\Seen', '$Forwarded'] : [], 'internaldate' => new DateTime('2026-01-05 09:00:00 UTC')];
    same('APPEND', $c->append($box, array_map($new, [1, 2, 3, 4]))->ids, [1, 2, 3, 4]);
    $c->openMailbox($box, C::OPEN_READWRITE);

    $q = new Horde_Imap_Client_Search_Query();
    $q->flag('\\seen', false);
    $found = $c->search($box, $q, ['results' => [C::SEARCH_RESULTS_COUNT, C::SEARCH_RESULTS_MATCH, C::SEARCH_RESULTS_MIN], 'sort' => [C::SORT_REVERSE, C::SORT_DATE]]);
    same('SORT', [(int) $found['count'], $found['match']->ids, (int) $found['min']], [3, [4, 3, 1], 4]);
    $q = new Horde_Imap_Client_Search_Query();
    $q->charset('UTF-8', false);
    $q->headerText('subject', 'grüße');
    $q->text('hallö 3');
    same('SEARCH', $c->search($box, $q)['match']->ids, [3]);
    same('THREAD', array_keys($c->thread($box, ['criteria' => C::THREAD_REFERENCES])->getThread(3)), [1, 2, 3, 4]);

    $f = new Horde_Imap_Client_Fetch_Query();
    $f->envelope();
    $f->structure();
    $f->flags();
    $f->size();
    $f->modseq();
    $f->imapDate();
    $f->bodyPart('1', ['peek' => true, 'decode' => true]);
    $f->bodyPart('2', ['peek' => true, 'decode' => true]);
    $f->fullText(['peek' => true, 'start' => 6, 'length' => 5]);
    $m = $c->fetch($box, $f, ['ids' => $ids(2)])[2];
    same('ENVELOPE', $m->getEnvelope()->subject, 'Grüße 2');
    same('BODYSTRUCTURE', array_keys($m->getStructure()->contentTypeMap()), [0, 1, 2]);
    same('FETCH', [trim($m->getBodyPart('1')), $m->getBodyPart('2'), $m->getFullMsg(), $m->getSize(), $m->getImapDate()->format('c')],
        ['hallö 2', 'hello', '"Ä (', strlen($mail(2)), '2026-01-05T09:00:00+00:00']);

    same('STORE', $c->store($box, ['add' => ['\\answered'], 'ids' => $ids(1, 2), 'unchangedsince' => 1])->ids, [1, 2]);
    same('UIDPLUS', count($c->copy($box, $other, ['ids' => $ids(1, 4), 'force_map' => true])), 2);
    same('MOVE', count($c->copy($box, $other, ['ids' => $ids(4), 'move' => true, 'force_map' => true])), 1);
    $seen = $c->getSyncToken($box);
    $d = login('IMAP_PORT', false);
    $d->append($box, [$new(5)]);
    $d->store($box, ['add' => ['\\answered'], 'ids' => $ids(1)]);
    $d->expunge($box, ['ids' => $ids(3), 'delete' => true]);
    $d->logout();
    $c->noop();
    $news = $c->sync($box, $seen);
    same('what is new', [$news->newmsgsuids->ids, $news->flagsuids->ids, $news->vanisheduids->ids], [[5], [1, 5], [3]]);
    same('VANISHED', $c->vanished($box, 2)->ids, [3, 4]);
    $c->close(['expunge' => true]);
    $c->renameMailbox($box, 'horde/new');
    foreach (['horde/new', $other] as $name) {
        $c->deleteMailbox($name);
    }
    $c->subscribeMailbox($box, false);
    $c->logout();
}
