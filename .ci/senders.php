<?php
// Symfony Mailer against mailsimd.
require '/usr/share/php/Symfony/Component/Mailer/autoload.php';

use Symfony\Component\Mailer\Exception\TransportException;
use Symfony\Component\Mailer\Mailer;
use Symfony\Component\Mailer\Transport;
use Symfony\Component\Mime\Email;

$login = 'second%40ours.test:second-secret@127.0.0.1:';
foreach (['smtp://' . $login . getenv('SMTP_PORT'), 'smtps://' . $login . getenv('SMTPS_PORT'), 'smtp://127.0.0.1:' . getenv('SMTP_PORT')] as $dsn) {
    $mailer = new Mailer(Transport::fromDsn($dsn . '?verify_peer=0'));
    $mail = fn(string $to) => (new Email())->from('second@ours.test')->to($to)->subject('Grüße')->text(".x\n.")->attach(str_repeat("\0", 50000), 'ü.bin');
    for ($i = 0; $i < 2; $i++) {
        $mailer->send($mail('anna@client.test'));
    }
    try {
        $mailer->send($mail('gone+unknown@client.test'));
        exit('an unknown address took mail');
    } catch (TransportException $e) {
        str_contains($e->getMessage(), 'User unknown') || exit($e->getMessage());
    }
    $mailer->send($mail('anna@client.test'));
}
echo "ok\n";
