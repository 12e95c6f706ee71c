<?php
// PHPMailer against mailsimd: STARTTLS and TLS, a kept connection, DSN, a refusal.
require '/usr/share/php/libphp-phpmailer/autoload.php';

use PHPMailer\PHPMailer\Exception;
use PHPMailer\PHPMailer\PHPMailer;

foreach ([['tls', 'SMTP_PORT', 'PLAIN'], ['ssl', 'SMTPS_PORT', 'LOGIN'], ['', 'SMTP_PORT', '']] as [$security, $port, $mechanism]) {
    $m = new PHPMailer(true);
    $m->isSMTP();
    [$m->Host, $m->Port, $m->SMTPSecure, $m->SMTPAutoTLS] = [getenv('SMTP_HOST'), (int) getenv($port), $security, false];
    [$m->SMTPAuth, $m->Username, $m->Password, $m->AuthType] = [true, 'second@ours.test', 'second-secret', $mechanism];
    $m->SMTPOptions = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
    [$m->CharSet, $m->Subject, $m->Body, $m->SMTPKeepAlive, $m->dsn] = ['utf-8', 'Grüße', str_repeat("<p>.Hallo</p>\n.\n", 200), true, 'FAILURE,DELAY'];
    $m->setFrom('second@ours.test', 'Ä');
    $m->addAddress('anna@client.test');
    $m->isHTML(true);
    $m->send();
    $m->clearAddresses();
    $m->addAddress('gone+unknown@client.test');
    try {
        $m->send();
        exit('an unknown address took mail');
    } catch (Exception $e) {
        str_contains($e->getMessage(), 'User unknown') || exit($e->getMessage());
    }
    $m->clearAddresses();
    $m->addAddress('anna@client.test');
    $m->send();
    $m->smtpClose();
}
echo "ok\n";
